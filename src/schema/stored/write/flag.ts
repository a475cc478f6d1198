/** What a boolean column holds. */
export function toFlag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
