interface NetworkLoad {
  /** Its open requests. */
  open: number;
  /** Those that it sent in the last second or so: each counts less with each tick. */
  sent: number;
}

const sentKept = 0.9;
const minSent = 0.5;
const sumOf = ({ open, sent }: NetworkLoad): number => open + sent;

/** Which networks (/24, /56) cause the load of a server. */
export class NetworkLoads {
  readonly #loads = new Map<string, NetworkLoad>();

  addSent(network: string): void {
    this.#find(network).sent += 1;
  }

  addOpen(network: string, change: 1 | -1): void {
    this.#find(network).open += change;
  }

  /**
   * Whether there would be at most half the load, and at most `maxOpen` open requests, if each network had as much as this
   * one: then others cause the load, and refusing this one's requests would let them keep everybody out.
   */
  isCausedByOthers(network: string, maxOpen: number): boolean {
    const own = this.#find(network);
    let [total, fair, fairOpen] = [0, 0, 0];
    for (const load of this.#loads.values()) {
      total += sumOf(load);
      fair += Math.min(sumOf(load), sumOf(own) + 1);
      fairOpen += Math.min(load.open, own.open + 1);
    }
    return total > 0 && fair <= total / 2 && fairOpen <= maxOpen;
  }

  /** Call ten times a second. */
  tick(): void {
    for (const [network, load] of this.#loads) {
      load.sent *= sentKept;
      if (load.open === 0 && load.sent < minSent) this.#loads.delete(network);
    }
  }

  #find(network: string): NetworkLoad {
    const known = this.#loads.get(network);
    if (known) return known;
    const load = { open: 0, sent: 0 };
    this.#loads.set(network, load);
    return load;
  }
}
