/** The end of a request target for an indented answer. */
export const INDENT = /[?&]indent$/;

const STEP = "  ";

/**
 * Indents JSON. Works on the text, so that numbers keep all digits and names their order.
 *
 * @param json valid JSON without whitespace between tokens
 */
export function indented(json: string): string {
  let depth = 0;
  const line = () => `\n${STEP.repeat(depth)}`;
  // Strings stay as they are; an empty object or array stays on its line.
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
