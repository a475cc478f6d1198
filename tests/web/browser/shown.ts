/** Names of the pictures of docs/pictures that a document shows. */
export function picturesIn(text: string): string[] {
  return [...text.matchAll(/pictures\/([\w.-]+\.webp)/g)].flatMap(([, name = ""]) => name);
}
