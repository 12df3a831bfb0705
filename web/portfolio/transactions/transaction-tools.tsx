import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TransactionType } from '#contract/ledger/transaction.ts';
import { useNow } from '#web/lib/use-now.ts';
import { SmallSelect } from '#web/ui/form/small-select.tsx';
import button from '#web/ui/styles/button.module.css';
import { useLedgerHoldings } from '../ledger-currency.ts';
import { walletsQuery } from '../wallets/queries.ts';
import { findTimeChoice, isFiltered, listTimeChoices, type TransactionFilter } from './transaction-filter.ts';
import { typeNames } from './transaction-words.ts';
import styles from './transactions.module.css';

interface TransactionToolsProps {
  portfolioId: string;
  filter: TransactionFilter;
  onFilter: (filter: TransactionFilter) => void;
  /** Content after the filters. */
  children: ReactNode;
}

/** Filters the list by coin, type, wallet and time. */
export function TransactionTools({ portfolioId, filter, onFilter, children }: TransactionToolsProps) {
  const { data: held } = useLedgerHoldings(portfolioId, true);
  const { data: wallets = [] } = useQuery(walletsQuery(portfolioId));
  const now = useNow() ?? Date.now();
  const coins = held?.holdings.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) ?? [];
  const first = held?.holdings.map(({ firstAcquiredAt }) => Number(firstAcquiredAt?.slice(0, 4) ?? NaN));
  const firstYear = Math.min(new Date(now).getUTCFullYear(), ...(first?.filter(Number.isFinite) ?? []));
  const times = listTimeChoices(now, firstYear);
  const time = findTimeChoice(filter, times);
  const set = (name: keyof TransactionFilter, value: string) => {
    const { [name]: _, ...rest } = filter;
    onFilter(value === '' ? rest : { ...rest, [name]: value });
  };
  const setTime = (key: string) => {
    const { from: _from, to: _to, ...rest } = filter;
    const { from, to } = times.find((choice) => choice.key === key) ?? {};
    onFilter({ ...rest, ...(from && { from }), ...(to && { to }) });
  };
  return (
    <div className={styles.tools}>
      <FilterChoice name="coin" value={filter.coin ?? ''} any="Any coin" onChange={set}>
        {coins.map(({ coinId, name, symbol }) => (
          <option key={coinId} value={coinId}>
            {name} ({symbol.toUpperCase()})
          </option>
        ))}
        {filter.coin !== undefined && !coins.some(({ coinId }) => coinId === filter.coin) && (
          <option value={filter.coin}>{filter.coin}</option>
        )}
      </FilterChoice>
      <FilterChoice name="type" value={filter.type ?? ''} any="Any type" onChange={set}>
        {Object.entries(typeNames).map(([type, name]: [string, string]) => (
          <option key={type} value={type as TransactionType}>
            {name}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice name="wallet" value={filter.wallet ?? ''} any="Any wallet" onChange={set}>
        {wallets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterChoice>
      <SmallSelect
        label="Time"
        isSet={time === undefined || time.key !== 'any'}
        value={time?.key ?? 'own'}
        onChange={setTime}
      >
        {times.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
        {time === undefined && (
          <option value="own">
            {filter.from ?? 'start'} to {filter.to ?? 'now'}
          </option>
        )}
      </SmallSelect>
      {isFiltered(filter) && (
        <button
          type="button"
          className={`${button.ghost} ${button.small} ${styles.clear}`}
          onClick={() => onFilter({})}
        >
          Clear
        </button>
      )}
      <span className={styles.toolsEnd}>{children}</span>
    </div>
  );
}

interface FilterChoiceProps {
  name: keyof TransactionFilter;
  value: string;
  /** Label of the option that doesn't filter. */
  any: string;
  onChange: (name: keyof TransactionFilter, value: string) => void;
  children: ReactNode;
}

function FilterChoice({ name, value, any, onChange, children }: FilterChoiceProps) {
  return (
    <SmallSelect
      label={`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`}
      isSet={value !== ''}
      value={value}
      onChange={(next) => onChange(name, next)}
    >
      <option value="">{any}</option>
      {children}
    </SmallSelect>
  );
}
