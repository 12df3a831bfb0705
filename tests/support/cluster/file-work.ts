import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { untilAnswered } from './background.ts';
import { type Answer, type ClusterUser, UnansweredError } from './cluster-user.ts';

const rows = 30;
const pollMs = 300;
const maxPolls = 300;
/** Fewer reports than an account has room for. */
const maxFiled = 100;
const columns = [
  ...['id', 'type', 'kind', 'occurredAt', 'inCoin', 'inCurrency', 'inAmount', 'outCoin', 'outCurrency'],
  ...['outAmount', 'feeCoin', 'feeCurrency', 'feeAmount', 'value', 'valueCurrency', 'wallet', 'toWallet'],
  ...['lots', 'acquiredAt', 'note', 'source', 'externalId', 'isDateAssumed'],
] as const;

function makeFile(round: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const fields: Partial<Record<(typeof columns)[number], string>> = {
      type: 'buy',
      occurredAt: new Date(Date.UTC(2024, 0, 1 + (round % 300), 0, row)).toISOString(),
      inCoin: 'bitcoin',
      inAmount: `${round}.${String(row).padStart(3, '0')}1`,
      outCurrency: 'USD',
      outAmount: '100',
    };
    return columns.map((column) => fields[column] ?? '').join(',');
  });
  return [columns.join(','), ...lines].join('\n');
}

function expectStatus({ status, body }: Answer, what: string, ...wanted: number[]): unknown {
  if (!wanted.includes(status))
    throw new Error(`${what} was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

interface FiledReport {
  readonly id: string;
  readonly sha256: string;
}

/** Imports files and files tax reports, in turn, and remembers what was acknowledged. */
export class FileWork {
  readonly #user: ClusterUser;
  readonly #imported: { portfolioId: string; added: number }[] = [];
  readonly #filed: FiledReport[] = [];
  #round = 0;

  constructor(user: ClusterUser) {
    this.#user = user;
  }

  get doneCount(): number {
    return this.#imported.length + this.#filed.length;
  }

  /**
   * Creates a portfolio, imports a file into it, and files a report. An unanswered `apply` is repeated, as it is
   * idempotent.
   */
  async importAndFile(): Promise<void> {
    this.#round += 1;
    const { send } = this.#user;
    const name = `Files ${this.#round}`;
    const portfolio = expectStatus(await send('POST', '/api/portfolios', { name }), name, 201);
    const { id: portfolioId } = portfolio as { id: string };
    const form = new FormData();
    form.set('file', new Blob([makeFile(this.#round)], { type: 'text/csv' }), 'file.csv');
    form.set('format', 'altimeter');
    const upload = await send('POST', `/api/portfolios/${portfolioId}/imports`, form);
    const { id } = expectStatus(upload, 'an import', 201) as { id: string };
    await this.#waitUntilRead(id);
    const applied = await untilAnswered(() => send('POST', `/api/imports/${id}/apply`));
    const { added } = expectStatus(applied, 'apply', 200) as { added: number };
    this.#imported.push({ portfolioId, added });
    const report = { country: 'generic', year: 2024 };
    const filing = await send('POST', `/api/portfolios/${portfolioId}/tax-reports`, report);
    this.#filed.push(expectStatus(filing, 'a report', 200, 201) as FiledReport);
    if (this.#filed.length > maxFiled) await this.#removeOldestReport();
  }

  /** Compares the oldest report, then deletes it. Repeats an unanswered deletion, and accepts that it was done. */
  async #removeOldestReport(): Promise<void> {
    const oldest = this.#filed.shift()!;
    const difference = await untilAnswered(() => this.#findReportDifference(oldest));
    if (difference) throw new Error(difference);
    const removed = await untilAnswered(() => this.#user.send('DELETE', `/api/tax-reports/${oldest.id}`));
    expectStatus(removed, 'a deletion', 200, 204, 404);
  }

  /** Waits until the file has been read. */
  async #waitUntilRead(id: string): Promise<void> {
    for (let left = maxPolls; left > 0; left -= 1) {
      const answer = await untilAnswered(() => this.#user.send('GET', `/api/imports/${id}`));
      const { state } = expectStatus(answer, 'an import', 200) as { state: string };
      if (state === 'ready') return;
      if (state !== 'reading') throw new Error(`an import is ${JSON.stringify(answer.body)}`);
      await wait(pollMs);
    }
    // A file still being read after the upload's answer is lost with its server; people import it again.
    expectStatus(await this.#user.send('DELETE', `/api/imports/${id}`), 'a removal', 200, 204);
    throw new UnansweredError(`import ${id} was interrupted`);
  }

  /** Describes how the cluster's state differs. */
  async findDifferences(): Promise<string[]> {
    const { send } = this.#user;
    const differences: string[] = [];
    for (const { portfolioId, added } of this.#imported) {
      const { body } = await send('GET', `/api/portfolios/${portfolioId}/transactions?limit=1`);
      const { total } = body as { total: number };
      if (added !== rows || total !== rows)
        differences.push(`an import of ${rows} rows added ${added}, ${total} are there`);
    }
    for (const filed of this.#filed) {
      const difference = await untilAnswered(() => this.#findReportDifference(filed));
      if (difference) differences.push(difference);
    }
    return differences;
  }

  /** Describes how a report differs from the filed one. Throws `UnansweredError` if the cluster did not answer. */
  async #findReportDifference({ id, sha256 }: FiledReport): Promise<string | undefined> {
    const { status, bytes } = await fetch(`${this.#user.url}/api/tax-reports/${id}?format=json`, {
      headers: { authorization: `Bearer ${this.#user.token}` },
    })
      .then(async (answer) => ({ status: answer.status, bytes: await answer.bytes() }))
      .catch((error: unknown) => {
        throw new UnansweredError(String(error));
      });
    if (status > 500) throw new UnansweredError(`report ${id} is answered ${status}`);
    if (status === 200 && createHash('sha256').update(bytes).digest('hex') === sha256) return;
    return `report ${id} is answered ${status} and not as it was filed`;
  }
}
