/** A problem that the operator has to fix before the server can run. `message` is the only line they see. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
