/** A refusal: `4xx {"message": …}`, where the message is a catalogue code or text for the player. Source: R388–R389. */
export class Refused extends Error {
  readonly status: 400 | 401 | 404
  constructor(message: string, status: 400 | 401 | 404 = 400) {
    super(message)
    this.status = status
  }
}
