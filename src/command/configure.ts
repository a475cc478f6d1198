import { styleText } from "node:util";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { asCalled } from "./calls.ts";
import { hasColors, type Sink, type Terminal } from "./sink.ts";

/** Width that help is wrapped to where there is no terminal. */
const PLAIN_WIDTH = 100;

/**
 * Sets how commander prints, and that it throws instead of exiting. Left to itself it asks a
 * terminal for its colours through variables that neither program may read, and dies of that.
 */
export function configure(command: CommandUnknownOpts, terminal: Terminal): void {
  const { stdout, stderr, calls } = terminal;
  const width = (sink: Sink) => sink.isTerminal ? sink.columns : PLAIN_WIDTH;
  command
    .configureHelp({
      showGlobalOptions: true,
      // Commander takes the style off again where there are no colours.
      styleTitle: (text) => styleText("bold", text, { validateStream: false }),
    })
    .configureOutput({
      writeOut: (text) => stdout.write(asCalled(text, calls)),
      writeErr: (text) => stderr.write(asCalled(text, calls)),
      getOutHelpWidth: () => width(stdout),
      getErrHelpWidth: () => width(stderr),
      getOutHasColors: () => hasColors(stdout, terminal),
      getErrHasColors: () => hasColors(stderr, terminal),
    })
    .exitOverride();
}
