/** Something the operator has to put right before the server can run: `message` is the one line they are shown. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
