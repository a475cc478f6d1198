import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { asCalled } from "./calls.ts";
import { hasColors, type Sink, styled, type Terminal } from "./sink.ts";

/** Width of help without a terminal. */
const PLAIN_WIDTH = 100;

/** Commander wraps no description that is narrower than 40, as the server's are on 80 columns. */
const MIN_WRAPPED = 20;

/**
 * Makes commander print to our sinks and throw instead of exiting. By default it reads environment
 * variables for colours, which the sandbox of both programs forbids.
 */
export function configure(command: CommandUnknownOpts, terminal: Terminal): void {
  const { stdout, stderr, calls } = terminal;
  const width = (sink: Sink) => sink.isTerminal ? sink.columns : PLAIN_WIDTH;
  command
    .configureHelp({
      showGlobalOptions: true,
      minWidthToWrap: MIN_WRAPPED,
      // Commander removes the style without colours.
      styleTitle: (text) => styled("bold", text),
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
