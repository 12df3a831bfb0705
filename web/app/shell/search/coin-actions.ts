import BellPlus from 'lucide-react/icons/bell-plus';
import { requestsAlertForm } from '#web/alerts/form/use-requested-alert.ts';
import { paths } from '#web/lib/paths.ts';
import type { CoinAction } from '#web/market/search/search-command.ts';

/** The actions on a coin, such as "alert on bitcoin". */
export function listCoinActions(go: (to: string, state?: object) => void): readonly CoinAction[] {
  return [
    {
      id: 'alert',
      pattern: /^(?:set |create )?alert(?: on| for)?\s+/i,
      label: 'Set alert on',
      Icon: BellPlus,
      run: ({ id }) => go(paths.coin(id), requestsAlertForm),
    },
  ];
}
