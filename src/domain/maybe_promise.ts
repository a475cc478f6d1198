/**
 * A value that is there, or the promise of one. What is at hand is so often all that a request
 * needs that waiting for it a turn of the loop would be a good part of the request.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there. */
export function after<T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Does some work; what becomes of its failure, at once or later, `rescue` says. */
export function attempt<T>(
  work: () => MaybePromise<T>,
  rescue: (error: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(rescue) : value;
  } catch (error) {
    return rescue(error);
  }
}
