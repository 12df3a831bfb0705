import type { Firing } from '#contract/alerts/alerts.ts';
import type { ClusterUser } from './cluster-user.ts';
import { readStream, type StreamReader } from './stream-reader.ts';
import type { TestCluster } from './test-cluster.ts';

interface FiringRow {
  readonly id: string;
  readonly alert_id: string;
  readonly arming: number;
  readonly mail_id: string | null;
}

/** More alerts would be combined in one e-mail, later. */
const maxAlerts = 9;

/** A user who sets alerts that fire, and is notified by stream and mail. */
export class AlertWork {
  readonly #user: ClusterUser;
  readonly #cluster: TestCluster;
  readonly #acknowledged: string[] = [];
  readonly stream: StreamReader;

  constructor(cluster: TestCluster, user: ClusterUser) {
    this.#cluster = cluster;
    this.#user = user;
    this.stream = readStream(cluster.url, user.token);
  }

  get alertCount(): number {
    return this.#acknowledged.length;
  }

  /** Sets an alert whose condition already holds. */
  async addAlert(coin: { id: string }, send = this.#user.send): Promise<void> {
    if (this.#acknowledged.length >= maxAlerts) return;
    const { status, body } = await send('POST', '/api/alerts', {
      ...{ coinId: coin.id, symbol: 'x', name: 'x' },
      condition: 'price_above',
      threshold: '0.000000000001',
      whenTrue: 'fire',
    });
    if (status !== 201) throw new Error(`an alert was answered with ${status}: ${JSON.stringify(body)}`);
    this.#acknowledged.push((body as { id: string }).id);
  }

  async #listFirings(): Promise<FiringRow[]> {
    return this.#cluster.query<FiringRow>(
      `select f.id, f.alert_id, f.arming, f.mail_id from alert_firings f join users u on u.id = f.user_id where u.email = '${this.#user.email}'`,
    );
  }

  #listStreamed(): string[] {
    return this.stream.events
      .filter(({ name }) => name === 'alert')
      .map(({ data }) => (JSON.parse(data) as Firing).id);
  }

  /** Whether all alerts have fired, and have been mailed and streamed. */
  async isDone(): Promise<boolean> {
    const firings = await this.#listFirings();
    const fired = new Set(firings.map(({ alert_id }) => alert_id));
    const streamed = new Set(this.#listStreamed());
    return (
      this.#acknowledged.every((id) => fired.has(id)) &&
      firings.every(({ id, mail_id }) => streamed.has(id) && this.#countMails(mail_id) > 0)
    );
  }

  /** Describes what is wrong, and counts e-mails that arrived more than once. */
  async findFaults(): Promise<{ faults: string[]; repeatedMails: number }> {
    const firings = await this.#listFirings();
    const streamed = this.#listStreamed();
    const faults: string[] = [];
    for (const id of this.#acknowledged) {
      const count = firings.filter(({ alert_id }) => alert_id === id).length;
      if (count !== 1) faults.push(`alert ${id} fired ${count} times`);
    }
    for (const { id, mail_id } of firings) {
      const count = streamed.filter((one) => one === id).length;
      if (count !== 1) faults.push(`firing ${id} came ${count} times in the stream`);
      if (this.#countMails(mail_id) === 0) faults.push(`firing ${id} was not mailed`);
    }
    const mailIds = new Set(firings.map(({ mail_id }) => mail_id));
    const repeatedMails = [...mailIds].reduce((sum, id) => sum + Math.max(0, this.#countMails(id) - 1), 0);
    return { faults, repeatedMails };
  }

  #countMails(mailId: string | null): number {
    return this.#cluster.mails.accepted.filter((text) => text.includes(`<${mailId}@`)).length;
  }
}
