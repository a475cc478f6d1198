/** A failure that the caller can fix; the message says how. */
export class BuildFailure extends Error {
  override readonly name = "BuildFailure";
}
