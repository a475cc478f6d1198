import type { View } from "./view.ts";

/** The way back to the shop, if it has one. */
export function BackLink(
  { view: { model, steps }, isButton = false }: {
    readonly view: View;
    readonly isButton?: boolean;
  },
) {
  if (model.returnUrl === null) return null;
  return (
    <p class="back">
      <a class={isButton ? "button" : "link"} href={model.returnUrl} target="_top">
        {steps.back(model.merchant.name)}
      </a>
    </p>
  );
}
