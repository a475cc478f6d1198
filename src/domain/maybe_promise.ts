/** A value or a promise of it: what the store's port gives, for an engine may be synchronous. */
export type MaybePromise<T> = T | Promise<T>;
