import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '../../clock.ts';
import type { IdempotencyKeyTable } from '../../database/tables.ts';
import { keyedHash } from '../../keys.ts';
import { AppError } from '../app-error.ts';
import { writeForUser } from '../request-user.ts';
import type { IdempotencyStore } from './idempotency-store.ts';

/** How long the response to a key is kept. */
export const keyLifeMs: Milliseconds = 24 * 60 * 60_000;
/** Per account, plus keys added since the last sweep: adding and deleting must not fill the disk. */
export const maxKeysPerUser = 2000;
/** How often, and how many times, a repeat checks whether the first request is done. */
const checkEveryMs: Milliseconds = 50;
const maxChecks = 160;
/** No request takes longer: one without a response by then was cut off when its process ended. */
const maxRequestMs: Milliseconds = 60_000;

export interface RepeatAnswersDeps {
  readonly store: IdempotencyStore;
  /**
   * For hashing idempotency keys and requests, which may contain what users wrote. The first one makes new hashes; the
   * second, if any, is of a secret that is being replaced.
   */
  readonly keys: readonly [Buffer, ...Buffer[]];
  readonly clock: Clock;
  /** The user of a request that a gate admitted. */
  readonly userOf: (request: FastifyRequest) => { readonly id: string };
}

/**
 * `Idempotency-Key`, following the IETF draft (draft-ietf-httpapi-idempotency-key-header), for all routes with
 * `idempotentConfig`: the first request with a key is executed, and a repeat gets its response. The same key with a
 * different request is 409. A repeat waits while the first is in progress, and gets 409 if that takes long. A key whose
 * request changed nothing may be used again.
 */
export function repeatAnswers(app: FastifyInstance, deps: RepeatAnswersDeps): void {
  const { store } = deps;
  const executing = new WeakMap<object, string>();

  // No promises for requests without such a key, because most have none.
  app.addHook('preHandler', (request, reply, done) => {
    const given = request.headers['idempotency-key'];
    if (given === undefined || !request.routeOptions.config.isIdempotent) return done();
    claim(deps, request, String(given)).then(({ keyHash, earlier }) => {
      if (earlier) return sendAgain(reply, earlier);
      executing.set(request, keyHash);
      return done();
    }, done);
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const keyHash = executing.get(request);
    if (keyHash === undefined) return done(null, payload);
    executing.delete(request);
    const { statusCode: status } = reply;
    const body = typeof payload === 'string' ? payload : '';
    const recorded = status < 300 ? store.finish(keyHash, { status, body }) : forget(store, keyHash, body);
    // The request itself is done, but repeats are told that its outcome is unknown.
    void recorded
      .catch((error: unknown) => {
        request.log.warn({ err: error }, 'could not record the answer to an idempotency key');
      })
      .then(() => done(null, payload));
  });
}

/** Claims a key for a request, or finds the request that has it. */
async function claim(
  { store, keys, clock, userOf }: RepeatAnswersDeps,
  request: FastifyRequest,
  given: string,
): Promise<{ keyHash: string; earlier?: IdempotencyKeyTable }> {
  const { id } = userOf(request);
  const { method, routeOptions, params, body } = request;
  const wanted = `${method} ${routeOptions.url} ${JSON.stringify([params, body])}`;
  const names = keys.map((key) => ({
    keyHash: keyedHash(key, `${id} ${given}`),
    requestHash: keyedHash(key, wanted),
  }));
  const { keyHash, requestHash } = await chooseName(store, names);
  for (let check = 0; check < maxChecks; check += 1) {
    const now = clock.now();
    const row = { key_hash: keyHash, user_id: id, request_hash: requestHash, created_at: now };
    if (await writeForUser(() => store.add(row))) return { keyHash };
    const earlier = await store.find(keyHash);
    if (!earlier) continue;
    if (earlier.created_at <= now - keyLifeMs) {
      await store.remove(keyHash, earlier.created_at);
      continue;
    }
    if (earlier.request_hash !== requestHash) throw usedForAnother();
    if (earlier.status !== null) {
      if (earlier.body === null) throw notKept();
      return { keyHash, earlier };
    }
    if (earlier.created_at <= now - maxRequestMs) throw unknownOutcome();
    await setTimeout(checkEveryMs);
  }
  throw inProgress();
}

interface ClaimName {
  readonly keyHash: string;
  readonly requestHash: string;
}

/** The name under which the first request is known, or else the current one. */
async function chooseName(store: IdempotencyStore, names: readonly ClaimName[]): Promise<ClaimName> {
  for (const previous of names.slice(1)) if (await store.find(previous.keyHash)) return previous;
  return names[0]!;
}

function usedForAnother(): AppError {
  return new AppError('conflict', 'This Idempotency-Key was used for another request. Please use a new one.');
}

function inProgress(): AppError {
  return new AppError('conflict', 'The first request with this Idempotency-Key is still in progress.', {
    retryAfter: 1,
  });
}

function unknownOutcome(): AppError {
  return new AppError(
    'conflict',
    'The first request with this Idempotency-Key was interrupted. Please check whether it took effect, and use a new key.',
  );
}

function notKept(): AppError {
  return new AppError(
    'conflict',
    'The first request with this Idempotency-Key took effect. Its answer is no longer kept. Please check what was added.',
  );
}

function sendAgain(reply: FastifyReply, { status, body }: IdempotencyKeyTable): FastifyReply {
  return reply
    .code(status ?? 200)
    .header('content-type', 'application/json; charset=utf-8')
    .send(body);
}

/** If a fault or a lost database ended the request, it may have taken effect, so the key stays claimed. */
async function forget(store: IdempotencyStore, keyHash: string, body: string): Promise<void> {
  if (/"code":"(?:internal|unavailable)"/.test(body)) return;
  await store.remove(keyHash);
}
