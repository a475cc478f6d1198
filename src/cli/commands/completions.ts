import { Argument, type CommandUnknownOpts } from "@commander-js/extra-typings";
import bash from "../completions/checkoutctl.bash" with { type: "text" };
import fish from "../completions/checkoutctl.fish" with { type: "text" };
import zsh from "../completions/checkoutctl.zsh" with { type: "text" };
import { candidates } from "../completions/candidates.ts";
import type { Context } from "../context.ts";

const SCRIPTS = { bash, zsh, fish } as const;

/** Adds `completions`, and the hidden `__complete` that its scripts call. */
export function addCompletionsCommand(program: CommandUnknownOpts, context: Context): void {
  program.command("completions").description("print the Tab-completion script of a shell")
    .addArgument(new Argument("<shell>", "shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      `
It completes commands, options, option values and files. The script asks
checkoutctl on each Tab, so it stays valid after an upgrade; no database is opened.

Example:
  checkoutctl completions bash > /etc/bash_completion.d/checkoutctl
  checkoutctl completions zsh > ~/.zfunc/_checkoutctl
  checkoutctl completions fish > ~/.config/fish/completions/checkoutctl.fish`,
    )
    .action((shell) => {
      const script = SCRIPTS[shell];
      context.out.result({ shell, script }, () => context.out.text(script));
    });

  program.command("__complete", { hidden: true }).argument("[words...]")
    .action((words) => {
      for (const { name, description } of candidates(program, words)) {
        context.out.line(description === "" ? name : `${name}\t${description}`);
      }
    });
}
