/** JSON as a text can have it and a value cannot: keys twice, digits of any length, depth. */

/** Something that stands in the text as it is. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An object whose keys may repeat. */
export interface Members {
  readonly members: readonly (readonly [string, Tree])[];
}

export type Tree = string | number | boolean | null | Raw | Members | readonly Tree[];

export function isMembers(tree: Tree): tree is Members {
  return typeof tree === "object" && tree !== null && "members" in tree;
}

export function isArray(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}

/** A value of JSON as a tree. */
export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeOf);
  if (typeof value === "object" && value !== null) {
    return { members: Object.entries(value).map(([key, one]) => [key, treeOf(one)]) };
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null;
}

/** Number of nodes in a tree. */
export function size(tree: Tree): number {
  return 1 + childrenOf(tree).reduce<number>((sum, child) => sum + size(child), 0);
}

/** Changes the node with a number, counted from the root before its children. */
export function change(tree: Tree, at: number, by: (node: Tree) => Tree): Tree {
  if (at === 0) return by(tree);
  let rest = at - 1;
  const inside = (child: Tree): Tree => {
    const nodes = size(child);
    const here = rest;
    rest -= nodes;
    return here >= 0 && here < nodes ? change(child, here, by) : child;
  };
  if (isArray(tree)) return tree.map(inside);
  if (isMembers(tree)) return { members: tree.members.map(([key, one]) => [key, inside(one)]) };
  return tree;
}

export function render(tree: Tree): string {
  if (tree instanceof Raw) return tree.text;
  if (isArray(tree)) return `[${tree.map(render).join(",")}]`;
  if (!isMembers(tree)) return JSON.stringify(tree);
  const members = tree.members.map(([key, one]) => `${JSON.stringify(key)}:${render(one)}`);
  return `{${members.join(",")}}`;
}

function childrenOf(tree: Tree): readonly Tree[] {
  if (isArray(tree)) return tree;
  return isMembers(tree) ? tree.members.map(([, one]) => one) : [];
}
