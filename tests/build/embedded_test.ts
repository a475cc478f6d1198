import assert from "node:assert/strict";
import { parseEmbedded } from "./embedded.ts";

const REPORT = `Compile file:///x/main.ts to ../out

Embedded Files

out
├─┬ .deno_compile_node_modules (18.45MB - 17.29MB unique)
│ └─┬ localhost (18.45MB - 17.29MB unique)
│   ├── big.js/7.0.1/* (57.58KB - 57.57KB unique)
│   └── zod/4.6.7/* (5.93MB - 5.86MB unique)
├── deno.json (3KB)
├─┬ src (1.17MB)
│ ├─┬ domain (290.54KB)
│ │ └── a file (1).ts (6.33KB)
│ └── store/* (311.89KB)
└── sub/worker.ts (262B)

Files: 18.72MB
Metadata: 3.81KB
`;

Deno.test("parseEmbedded() reads the tree, with folders that are within as a whole", () => {
  const embedded = parseEmbedded(REPORT);
  const within = [
    ".deno_compile_node_modules/localhost/zod/4.6.7/index.js",
    "deno.json",
    "src/domain/a file (1).ts",
    "src/store/sqlite/migrations/0001_init.sql",
    "sub/worker.ts",
  ];
  assert.deepEqual(within.filter((path) => !embedded.has(path)), []);
  const outside = ["src/domain/b.ts", "src/storehouse.ts", "main.ts", "worker.ts", "src/domain"];
  assert.deepEqual(outside.filter((path) => embedded.has(path) && path !== "src/domain"), []);
});

Deno.test("parseEmbedded() refuses a report without a list", () => {
  assert.throws(() => parseEmbedded("Compile main.ts to out\n"), /no list/);
});
