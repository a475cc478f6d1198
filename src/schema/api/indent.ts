/** Suffix of a target that asks for an indented answer. */
export const INDENT = "?indent";

const STEP = "  ";

/**
 * The same JSON over several lines, for people. Works on the text, so that numbers keep all their
 * digits and names their order.
 *
 * @param json valid and without space between its parts, as the program writes it
 */
export function indented(json: string): string {
  let depth = 0;
  const line = () => `\n${STEP.repeat(depth)}`;
  // A string is passed as it is; an empty object or array stays on its line.
  return json.replace(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[[\]{},:]/g, (part) => {
    switch (part) {
      case "{":
      case "[":
        depth += 1;
        return part + line();
      case "}":
      case "]":
        depth -= 1;
        return line() + part;
      case ",":
        return part + line();
      case ":":
        return ": ";
      default:
        return part;
    }
  });
}
