/** Databases of folders in which tests run the programs. */
const named = new Map<string, string>();

/** The database of a folder's programs, as `--db` takes it: a file in it unless it has another. */
export function databaseOf(folder: string): string {
  return named.get(folder) ?? `${folder}/checkout.db`;
}

/** Gives a folder another database. */
export function setDatabase(folder: string, url: string): void {
  named.set(folder, url);
}
