import { useQuery, useQueryClient } from '@tanstack/react-query';
import Info from 'lucide-react/icons/info';
import ShieldCheck from 'lucide-react/icons/shield-check';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { useEffect, useRef, useState } from 'react';
import type { LedgerHolding, LedgerHoldings } from '#contract/ledger/figures.ts';
import type { ProvenFigure } from '#contract/ledger/proof.ts';
import { describeFailure } from '#web/lib/errors.ts';
import { countOf } from '#web/lib/formats.ts';
import button from '#web/ui/styles/button.module.css';
import { compareDecimals } from '../decimal-sum.ts';
import { ledgerHoldingsQuery } from '../lots/queries.ts';
import { type CoinChecks, checkByCoin, isSum } from './check-by-coin.ts';
import { figureNames, writeFigure } from './describe-step.ts';
import styles from './proof.module.css';
import { type ProofRequest, proofQuery } from './queries.ts';
import { asShown, WhyButton } from './why-button.tsx';

interface ProofByCoinProps {
  portfolioId: string;
  request: ProofRequest;
}

/** For a total with too many transactions for one proof: a proof for each coin, and their sum. */
export function ProofByCoin({ portfolioId, request }: ProofByCoinProps) {
  const { figure, currency } = request;
  const { data: held } = useQuery(ledgerHoldingsQuery(portfolioId, true, currency));
  return (
    <>
      <div className={styles.figure}>
        <h3>{figureNames[figure]}</h3>
        <p className="small muted">
          One proof has at most 12,000 transactions and 20 MB. This portfolio has more, so each coin has a
          proof of its own{isSum(figure) ? ', and the total is their sum.' : '.'}
        </p>
      </div>
      {held && <Coins portfolioId={portfolioId} original={request} held={held} />}
    </>
  );
}

/** Keeps the figures of one moment, because the page may refresh during the check. */
function Coins({
  portfolioId,
  original,
  ...given
}: {
  portfolioId: string;
  original: ProofRequest;
  held: LedgerHoldings;
}) {
  const [held] = useState(given.held);
  // A year's gains are not among them.
  const ofHeld = original.from === undefined ? asShown(held) : { asOf: held.asOf };
  const request = { ...original, ...ofHeld };
  return (
    <>
      {isSum(original.figure) && <SumCheck portfolioId={portfolioId} request={request} held={held} />}
      <div className={styles.body}>
        <ul className={styles.coins} aria-label="Coins">
          {held.holdings.map((holding) => (
            <CoinFigure key={holding.coinId} holding={holding} held={held} request={request} />
          ))}
        </ul>
      </div>
    </>
  );
}

interface CoinFigureProps {
  holding: LedgerHolding;
  held: LedgerHoldings;
  request: ProofRequest;
}

function CoinFigure({ holding, held, request }: CoinFigureProps) {
  const { currency, ...rest } = request;
  const { figure, from } = rest;
  const ofCoin = { ...rest, coin: holding.coinId, ...(currency !== undefined && { currency }) };
  const text = from === undefined ? figureOf(holding, figure) : undefined;
  return (
    <li>
      <span>{holding.name}</span>
      <span>
        {text !== undefined && <b>{writeFigure(figure, text, held.currency)}</b>}
        <WhyButton label={holding.name} request={ofCoin} />
      </span>
    </li>
  );
}

/** The figure as shown on the page. Undefined if it isn't. */
function figureOf(from: LedgerHolding | LedgerHoldings['totals'], figure: ProvenFigure) {
  const known: Partial<Record<ProvenFigure, string | null>> = from;
  return known[figure];
}

type Run = CoinChecks | { readonly error: string | null } | null;

function SumCheck({ portfolioId, request, held }: ProofByCoinProps & { held: LedgerHoldings }) {
  const client = useQueryClient();
  const [run, setRun] = useState<Run>(null);
  const [isRunning, setIsRunning] = useState(false);
  const ended = useRef<AbortController | null>(null);
  useEffect(() => () => ended.current?.abort(), []);
  const coinIds = held.holdings.map(({ coinId }) => coinId);

  async function start(): Promise<void> {
    const running = new AbortController();
    const { signal } = running;
    ended.current = running;
    setIsRunning(true);
    try {
      const { checkInWorker } = await import('./check-in-worker.ts');
      const load = async (coin: string) =>
        (await client.fetchQuery(proofQuery(portfolioId, { ...request, coin }))).document;
      for await (const state of checkByCoin({
        coinIds,
        load,
        check: (proof) => checkInWorker(proof, signal),
      }))
        if (!signal.aborted) setRun(state);
    } catch (error) {
      if (!signal.aborted) setRun({ error: describeFailure(error, 'A proof could not be loaded') });
    }
    setIsRunning(false);
  }

  const isFailed = run !== null && ('error' in run || run.failed !== null);
  const isDone = run !== null && !('error' in run) && run.checked === coinIds.length;
  const Icon = isFailed ? TriangleAlert : isDone ? ShieldCheck : Info;
  return (
    <div className={isFailed ? `${styles.check} ${styles.checkFailed}` : styles.check}>
      <Icon className="icon" aria-hidden="true" />
      <div role="status">
        <p>
          <b>{summarize(run, coinIds.length)}</b>
        </p>
        <p className="small muted">{explain(run, { request, held })}</p>
      </div>
      <button
        type="button"
        className={`${button.secondary} ${button.small}`}
        aria-disabled={isRunning}
        onClick={() => {
          if (!isRunning) void start();
        }}
      >
        Check all coins
      </button>
    </div>
  );
}

function summarize(run: Run, count: number): string {
  if (run === null) return 'Not checked yet';
  if ('error' in run) return 'Not checked';
  if (run.failed) return `The proof of ${run.failed.coinId} does not hold`;
  if (run.checked < count) return `${run.checked} of ${count} coins checked`;
  return `Checked in your browser: all ${countOf(count, 'coin')}`;
}

function explain(run: Run, { request, held }: { request: ProofRequest; held: LedgerHoldings }): string {
  if (run === null) return 'Each coin is recalculated from its transactions, and the results are added up.';
  if ('error' in run) return run.error ?? '';
  if (run.failed) return run.failed.reason;
  const { figure, from } = request;
  const sum = writeFigure(figure, run.sum, held.currency);
  const shown = from === undefined ? figureOf(held.totals, figure) : undefined;
  if (run.checked < held.holdings.length || !shown) return `Sum so far: ${sum}.`;
  if (compareDecimals(run.sum, shown) === 0)
    return `${countOf(run.steps, 'step')}. The coins add up to ${sum}.`;
  if (figure === 'fees')
    return `The coins add up to ${sum}. Fees of transactions without a coin are not part of this sum.`;
  return `The coins add up to ${sum}, but the page shows ${writeFigure(figure, shown, held.currency)}.`;
}
