/**
 * A talk that the person ended instead of answering: nothing has failed, so there is no error
 * code to it; its message says what the end means. Exit code 1, because it is not done either.
 */
export class Ended extends Error {
  override readonly name = "Ended";
}
