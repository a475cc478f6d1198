/** What stops a build and is no defect of it, in words for whoever started it. */
export class BuildFailure extends Error {
  override readonly name = "BuildFailure";
}
