import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** A name unique among all processes sharing a database: host, process id and a random id. */
export function nameProcess(): string {
  return `${hostname()}-${process.pid}-${randomUUID()}`;
}
