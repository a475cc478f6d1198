/** Remarks on a field. */
export interface FieldRemarks {
  readonly hint?: string;
  /** The refusal of what was entered. */
  readonly error?: string | undefined;
  /** The value that another person has saved since the form was loaded, if it is another one. */
  readonly saved?: string | undefined;
}

/** Ids of the remarks of a field, for its input; undefined for none. */
export function describedBy({ hint, error, saved }: FieldRemarks, id: string): string | undefined {
  const ids = [error && `${id}-error`, saved && `${id}-saved`, hint && `${id}-hint`]
    .filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(" ");
}

/** Error, saved value and hint below a field. */
export function Remarks({ field: { hint, error, saved }, id }: {
  readonly field: FieldRemarks;
  readonly id: string;
}) {
  return (
    <>
      {error === undefined ? "" : <p class="error" id={`${id}-error`}>{error}</p>}
      {saved === undefined ? "" : (
        <p class="saved" id={`${id}-saved`}>
          Saved now: <bdi>{saved}</bdi>
        </p>
      )}
      {hint === undefined ? "" : <p class="hint" id={`${id}-hint`}>{hint}</p>}
    </>
  );
}
