import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { useState } from 'react';
import type { ProvenFigure } from '#contract/ledger/proof.ts';
import type { TaxMethod } from '#contract/tax/methods.ts';
import { taxCountryNames, taxMethodNames } from '#contract/tax/words.ts';
import { ApiError, describeFailure, hasCode } from '#web/lib/errors.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import type { ExplainedTotalName, ProofOverlay } from '#web/ui/overlay/overlays.ts';
import { useOverlay } from '#web/ui/overlay/overlays.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { useLedgerCurrency, useLedgerHoldings } from '../ledger-currency.ts';
import { inSentence } from '../methods/method-words.ts';
import { useOwnFigures } from '../own-figures.ts';
import { LineWorking } from '../tax/line-working.tsx';
import { writeInstant } from './describe-leaf.ts';
import { figureNames, writeFigure } from './describe-step.ts';
import { ExplainedTotal } from './explained-total.tsx';
import styles from './proof.module.css';
import { ProofByCoin } from './proof-by-coin.tsx';
import { ProofCheck } from './proof-check.tsx';
import type { ProofDocument } from './proof-document.ts';
import { ProofSteps } from './proof-steps.tsx';
import { type LoadedProof, type ProofRequest, proofQuery } from './queries.ts';
import { toStepContext } from './step-context.ts';
import { useWalletNames } from './use-wallet-names.ts';

interface ProofDialogProps {
  portfolioId: string;
  onClose: () => void;
}

const dialog = { title: 'Why this number?', className: styles.panel, overlayClassName: styles.overlay };

/** Explains a figure: whether its proof holds, and every step down to the transactions. */
export function ProofDialog({ portfolioId, onClose }: ProofDialogProps) {
  const overlay = useOverlay();
  if (overlay?.name !== 'proof') return null;
  if (overlay.explained)
    return <OpenTotal portfolioId={portfolioId} name={overlay.explained} onClose={onClose} />;
  return (
    <OpenProof key={JSON.stringify(overlay)} portfolioId={portfolioId} overlay={overlay} onClose={onClose} />
  );
}

function OpenTotal({ portfolioId, name, onClose }: ProofDialogProps & { name: ExplainedTotalName }) {
  const { isHidden } = useOwnFigures();
  return (
    <Dialog {...dialog} onClose={onClose}>
      {isHidden ? <Hidden /> : <ExplainedTotal portfolioId={portfolioId} name={name} />}
      <DialogClose label="Close" />
    </Dialog>
  );
}

const coinFigures = [
  'value',
  'amount',
  'averageCost',
  'costBasis',
  'unrealized',
  'unrealizedPercent',
] as const;
const totalFigures = ['value', 'costBasis', 'unrealized', 'unrealizedPercent'] as const;
const sharedFigures = ['realized', 'income', 'fees'] as const;

/** The figures that can be chosen for the same coin or portfolio. Empty if the request is for a specific one. */
function listChoices({ coin, transaction, from, report }: ProofRequest): readonly ProvenFigure[] {
  if (transaction !== undefined || from !== undefined || report !== undefined) return [];
  return coin === undefined ? [...totalFigures, ...sharedFigures] : [...coinFigures, ...sharedFigures];
}

function OpenProof({ portfolioId, overlay, onClose }: ProofDialogProps & { overlay: ProofOverlay }) {
  const { name: _name, working, explained: _explained, ...initial } = overlay;
  const [figure, setFigure] = useState(initial.figure);
  const { requested: currency, isReady } = useLedgerCurrency(portfolioId);
  const request = { ...initial, figure, currency: initial.currency ?? currency };
  const { isHidden } = useOwnFigures();
  const query = useQuery({
    ...proofQuery(portfolioId, request),
    enabled: !isHidden && (isReady || initial.currency !== undefined),
  });
  const { data, error, isFetching, refetch } = query;
  const choices = listChoices(initial);
  const isByCoin = isTooLarge(error) && request.coin === undefined && request.report === undefined;
  return (
    <Dialog {...dialog} onClose={onClose}>
      {choices.length > 0 && !isHidden && (
        <div className={styles.choice}>
          <SelectField<string>
            label="Figure"
            name="figure"
            options={Object.fromEntries(choices.map((each) => [each, figureNames[each]]))}
            value={figure}
            onChange={(next) => setFigure(next as ProvenFigure)}
          />
        </div>
      )}
      {isHidden && <Hidden />}
      {!isHidden && data && <Proof portfolioId={portfolioId} loaded={data} />}
      {!isHidden && !data && isByCoin && (
        <ProofByCoin key={figure} portfolioId={portfolioId} request={request} />
      )}
      {!isHidden && !data && error && !isFetching && !isByCoin && (
        <ProofFailed error={error} onRetry={() => void refetch()} />
      )}
      {!isHidden && !data && hasNoProof(error) && working && (
        <LineWorking {...working} currency={request.currency ?? ''} />
      )}
      {!isHidden && !data && (!error || isFetching) && <Loading />}
      {/* Last, so that the first control has the focus. */}
      <DialogClose label="Close" />
    </Dialog>
  );
}

function Proof({ portfolioId, loaded }: { portfolioId: string; loaded: LoadedProof }) {
  const { document, isCurrent } = loaded;
  const { data: held } = useLedgerHoldings(portfolioId, true);
  const walletNames = useWalletNames(portfolioId, document.leaves);
  const holdingOf = (coinId: string) => held?.holdings.find((holding) => holding.coinId === coinId);
  const symbols = new Map(held?.holdings.map(({ coinId, symbol }) => [coinId, symbol.toUpperCase()]));
  const context = toStepContext(document, {
    symbolOf: (coinId) => symbols.get(coinId) ?? coinId,
    ...walletNames,
  });
  const { figure, coin, value, currency } = document;
  const save = () => saveFile(nameFile(document), JSON.stringify(document), 'application/json');
  return (
    <>
      <div className={styles.figure}>
        <h3>
          {figureNames[figure]}
          {coin !== null && ` of ${holdingOf(coin)?.name ?? coin}`}
        </h3>
        <p className={styles.value}>{writeFigure(figure, value, currency)}</p>
        {isCurrent && (
          <p className="small muted">
            Prices or transactions have changed since the page showed this figure. This is its current value.
          </p>
        )}
      </div>
      <ProofCheck document={document} context={context} />
      <div className={styles.body}>
        <Facts document={document} />
        <ProofSteps key={document.digest} steps={document.steps} context={context} />
      </div>
      <div className={styles.foot}>
        <button type="button" className={button.secondary} onClick={save}>
          <Download className="icon" aria-hidden="true" />
          Download
        </button>
        <p className="small muted">The whole proof as JSON, with every digit.</p>
      </div>
    </>
  );
}

const nameFile = ({ figure, coin, asOf }: ProofDocument) =>
  `proof-${[figure, coin, asOf.slice(0, 10)].filter((part) => part !== null).join('-')}.json`;

function Facts({
  document: { asOf, at, method, scope, currency, from, to, rules },
}: {
  document: ProofDocument;
}) {
  return (
    <dl className={styles.facts}>
      {rules && (
        <div>
          <dt>Rules</dt>
          <dd>
            {taxCountryNames[rules.country]}, time zone {rules.timeZone}
          </dd>
        </div>
      )}
      <div>
        <dt>As of</dt>
        <dd>{writeInstant(asOf)}</dd>
      </div>
      {at !== null && (
        <div>
          <dt>Transactions up to</dt>
          <dd>{writeInstant(at)}</dd>
        </div>
      )}
      {from !== null && to !== null && (
        <div>
          <dt>Period</dt>
          <dd>
            {from.slice(0, 10)} up to, but not including, {to.slice(0, 10)}
          </dd>
        </div>
      )}
      <div>
        <dt>Method</dt>
        <dd>{nameMethod(method as TaxMethod)}</dd>
      </div>
      <div>
        <dt>Scope</dt>
        <dd>
          {scope === 'wallet' ? 'each wallet' : 'whole portfolio'}
          {rules?.country === 'US' && scope === 'portfolio' && ', each wallet from 2025'}
        </dd>
      </div>
      <div>
        <dt>Currency</dt>
        <dd>{currency}</dd>
      </div>
    </dl>
  );
}

const nameMethod = (method: TaxMethod) =>
  method === 'portfolio_share' || method === 'adjusted_cost_base'
    ? lowerFirst(taxMethodNames[method])
    : inSentence(method);
const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);

function Hidden() {
  return (
    <div className={pageState.state}>
      <h3 className="heading3">Amounts are hidden</h3>
      <p>A proof consists of amounts. Show amounts to read it.</p>
    </div>
  );
}

const isTooLarge = (error: Error | null) => error instanceof ApiError && error.status === 413;

/** Whether retrying can't help, because the proof is too large or the figure no longer exists. */
const hasNoProof = (error: Error | null) => isTooLarge(error) || hasCode(error, 'conflict');

function ProofFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isFinal = hasNoProof(error);
  return (
    <div className={pageState.state} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h3 className="heading3">
        {isFinal ? 'This number has no proof' : 'This number could not be proved just now'}
      </h3>
      <p>{describeFailure(error, 'The proof could not be loaded')}</p>
      {!isFinal && (
        <button type="button" className={button.secondary} onClick={onRetry}>
          Retry
        </button>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.loading} role="status">
      <span className="visuallyHidden">Loading the proof</span>
      <Skeleton width={220} height={34} />
      <Skeleton height={64} />
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} />
    </div>
  );
}
