/** Settings that a program took from a file. */
export interface FileSettings {
  /** The file; null if none was read. */
  readonly file: string | null;
  /** Names of the variables that it set. */
  readonly names: ReadonlySet<string>;
  /** Why a file was not read, in one line; undefined without one. */
  readonly problem: string | undefined;
}

/** Nothing from a file. */
export const NO_FILE: FileSettings = { file: null, names: new Set(), problem: undefined };
