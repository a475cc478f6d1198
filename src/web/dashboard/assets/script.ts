import { hashedAsset } from "../../page/assets/asset.ts";
import forms from "./forms.js" with { type: "text" };
import passkey from "./passkey.js" with { type: "text" };
import signIn from "./sign_in.js" with { type: "text" };

/** Sends a form once if its button is clicked twice. */
export const FORM_SCRIPT = hashedAsset("js", "text/javascript", forms);

/** Asks the browser for a passkey when a form with one is sent. */
export const PASSKEY_SCRIPT = hashedAsset("js", "text/javascript", passkey);

/** Takes the token of a link from the address into its field. */
export const SIGN_IN_SCRIPT = hashedAsset("js", "text/javascript", signIn);
