import { hashedAsset } from "../assets/asset.ts";
import signIn from "./sign_in.js" with { type: "text" };

/** Takes the token of a link from the address into its field. */
export const SIGN_IN_SCRIPT = hashedAsset("js", "text/javascript", signIn);
