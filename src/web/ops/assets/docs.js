// Starts the viewer: a classic script, run once its page is there.

const dark = matchMedia("(prefers-color-scheme: dark)");

function followTheme() {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
}

followTheme();
dark.addEventListener("change", followTheme);

SwaggerUIBundle({
  // Relative, so that it is also found where a proxy serves the API under a path of its own.
  url: "openapi.json",
  domNode: document.getElementById("viewer"),
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 1,
  defaultModelExpandDepth: 4,
  // The page is for reading: a key belongs on a server and not into a browser, and the viewer
  // would show ids beyond 2^53 with other digits than were sent.
  supportedSubmitMethods: [],
  persistAuthorization: false,
  // Else a validator elsewhere would be told of the document.
  validatorUrl: null,
});
