import { Argument, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { bashScript } from "../completions/bash.ts";
import { fishScript } from "../completions/fish.ts";
import { commandTree } from "../completions/tree.ts";
import { zshScript } from "../completions/zsh.ts";
import type { Context } from "../context.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
type Shell = keyof typeof SCRIPTS;
const SHELLS = ["bash", "zsh", "fish"] as const satisfies readonly Shell[];

/** Adds `completions`. */
export function addCompletionsCommand(program: CommandUnknownOpts, context: Context): void {
  program.command("completions").description("print the Tab-completion script of a shell")
    .addArgument(new Argument("<shell>", "shell").choices(SHELLS))
    .addHelpText(
      "after",
      `
It completes commands, options, option values and files. The script is
self-contained: completion starts no process and reads no database.
Print it again after an upgrade.

Example:
  checkoutctl completions bash > /etc/bash_completion.d/checkoutctl
  checkoutctl completions zsh > ~/.zfunc/_checkoutctl
  checkoutctl completions fish > ~/.config/fish/completions/checkoutctl.fish`,
    )
    .action((shell) => {
      const script = SCRIPTS[shell](program.name(), commandTree(program));
      context.out.result({ shell, script }, () => context.out.text(script));
    });
}
