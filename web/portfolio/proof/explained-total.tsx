import { useState } from 'react';
import type { LedgerHolding, LedgerHoldings } from '#contract/ledger/figures.ts';
import type { DecimalText } from '#contract/units.ts';
import type { ExplainedTotalName, ProofOverlay } from '#web/ui/overlay/overlays.ts';
import { useLedgerHoldings } from '../ledger-currency.ts';
import { type ExplainedHolding, explainTotal } from '../overview/explain-total.ts';
import { writeMoney } from './describe-leaf.ts';
import { explainHolding } from './explain-holding.ts';
import styles from './proof.module.css';
import { asShown, WhyButton } from './why-button.tsx';

interface ExplainedTotalProps {
  portfolioId: string;
  name: ExplainedTotalName;
}

/**
 * Explains a total of holdings of which a cost or a price isn't known. The ledger's totals leave those out, so this one
 * has no proof; the figures that it consists of have.
 */
export function ExplainedTotal({ portfolioId, name }: ExplainedTotalProps) {
  const { data: held } = useLedgerHoldings(portfolioId);
  return held ? <Parts name={name} held={held} /> : null;
}

interface Part {
  readonly key: string;
  readonly title: string;
  readonly detail?: string;
  readonly text: DecimalText | null;
  /** The proof of the figure. */
  readonly request?: Omit<ProofOverlay, 'name'> | undefined;
}

/** Keeps the figures of one moment, because the page may refresh while this is being read. */
function Parts({ name, held: given }: { name: ExplainedTotalName; held: LedgerHoldings }) {
  const [held] = useState(given);
  const { currency } = held;
  const { counted, notCounted, isUnheld, result } = listParts(name, held);
  return (
    <>
      <div className={styles.figure}>
        <h3>{name}</h3>
        <p className={styles.value}>{writeMoney(result, currency)}</p>
        <p className="small muted">
          {isUnheld
            ? 'Some coins were sold before a purchase of them is known. What was bought later is not held and not counted'
            : 'The cost or price of some holdings isn’t known'}
          , so this total has no proof of its own. It is the sum of the figures counted here, and each of
          those can be explained.
        </p>
      </div>
      <div className={styles.body}>
        <PartList title="Counted" parts={counted} currency={currency} />
        {notCounted.length > 0 && <PartList title="Not counted" parts={notCounted} currency={currency} />}
      </div>
    </>
  );
}

function PartList({ title, parts, currency }: { title: string; parts: readonly Part[]; currency: string }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h3 className="heading4">{title}</h3>
      <ul className={styles.coins}>
        {parts.map((part) => (
          <li key={part.key}>
            <span>
              {part.title}
              {part.detail !== undefined && <span className={styles.detail}>{part.detail}</span>}
            </span>
            <span>
              {part.text !== null && <b>{writeMoney(part.text, currency)}</b>}
              {part.request && <WhyButton label={part.title} request={part.request} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function listParts(name: ExplainedTotalName, held: LedgerHoldings) {
  const { known, isProven, withoutCost, withoutPrice, result } = explainTotal(name, held);
  const { currency } = held;
  const shown = asShown(held);
  const isGain = name === 'Total P&L';
  const figure = isGain ? 'unrealized' : 'costBasis';
  const ofCoin = (part: ExplainedHolding): Part => ({
    key: part.holding.coinId,
    title: part.holding.name,
    detail:
      isGain || part.leftOut === null ? explainHolding(part, isGain, currency) : `${part.why}: deducted`,
    text: part.counted,
    request:
      part.counted === null
        ? undefined
        : { figure: isGain ? 'value' : 'costBasis', coin: part.holding.coinId, ...shown },
  });
  const parts = [...withoutCost, ...withoutPrice];
  const whole: Part = {
    key: figure,
    title: isGain ? 'Unrealized gain' : 'Cost',
    detail: isGain ? 'of all that has a cost and a price' : 'of all holdings, as far as it is known',
    text: known,
    request: { figure, ...shown },
  };
  const ofHolding = ({ coinId, name: title, [figure]: text }: LedgerHolding): Part[] => {
    if (text === null) return [];
    const detail = isGain ? 'unrealized gain' : 'cost';
    return [{ key: `${figure} ${coinId}`, title, detail, text, request: { figure, coin: coinId, ...shown } }];
  };
  // Without coins that are not held, the ledger's total, which has a proof, isn't the sum of the holdings.
  const first = isProven ? [whole] : held.holdings.flatMap(ofHolding);
  return {
    isUnheld: known !== null && !isProven,
    counted: [...first, ...parts.filter(({ counted }) => counted !== null).map(ofCoin)],
    notCounted: parts.filter(({ counted }) => counted === null).map(ofCoin),
    result,
  };
}
