import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Command } from './alert-replay-process.ts';

/** Runs `alert-replay-process.ts`. */
export class ReplayChild {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  #unanswered = 0;
  #printed = '';
  #onAnswer = () => {};
  #isKilled = false;

  constructor() {
    const { PATH, HOME } = process.env;
    this.#process = fork(join(import.meta.dirname, 'alert-replay-process.ts'), {
      env: { PATH, HOME },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#exited = once(this.#process, 'exit');
    for (const stream of [this.#process.stdout!, this.#process.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#printed += text;
      });
    }
    this.#process.on('message', () => {
      this.#unanswered -= 1;
      this.#onAnswer();
    });
    this.#process.on('exit', () => this.#onAnswer());
  }

  send(command: Command): void {
    this.#unanswered += 1;
    // The process may have died already, which `waitForAnswers` detects.
    this.#process.send(command, () => undefined);
  }

  /** Waits until at most `left` commands are unanswered. Throws if the process ended by itself. */
  async waitForAnswers(left = 0): Promise<void> {
    while (this.#unanswered > left) {
      if (this.#process.exitCode !== null || this.#isKilled)
        throw new Error(`the process ended:\n${this.#printed}`);
      await new Promise<void>((resolve) => {
        this.#onAnswer = resolve;
      });
    }
  }

  /** Kills it without a chance to clean up. Returns its output. */
  async kill(): Promise<string> {
    this.#isKilled = true;
    this.#process.kill('SIGKILL');
    await this.#exited;
    return this.#printed;
  }
}
