// Builds source/ into static/: one script, one stylesheet, the page, and the licences of what is in them.

import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, context } from "esbuild";

const STATIC = "static";

/** Replace in a file of another package, and notice when that package has changed under us. */
const replaced = (text, from, to) => {
  if (!text.includes(from)) throw new Error(`slack-blocks-to-jsx no longer contains ${from}`);
  return text.replaceAll(from, to);
};

/**
 * slack-blocks-to-jsx is made for one message on a page: it gives its wrapper an id and hangs its
 * styles on it. A window has many messages, so the id goes and the styles hang on the class.
 */
const manyMessages = {
  name: "many-messages",
  setup({ onLoad }) {
    onLoad({ filter: /slack-blocks-to-jsx[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => ({
      contents: replaced(await readFile(path, "utf8"), 'id:"slack_blocks_to_jsx"', "id:undefined"),
    }));
    onLoad({ filter: /slack-blocks-to-jsx[\\/]dist[\\/]style\.css$/ }, async ({ path }) => ({
      contents: replaced(await readFile(path, "utf8"), "#slack_blocks_to_jsx ", ".slack_blocks_to_jsx "),
      loader: "css",
    }));
  },
};

/** The folder of the package that a bundled file belongs to, or undefined for a file of ours. */
const packageOf = (input) => input.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//)?.[1];

async function licences(metafile) {
  const folders = [...new Set(Object.keys(metafile.inputs).map(packageOf).filter(Boolean))].sort();
  const parts = await Promise.all(
    folders.map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
      const files = (await readdir(folder)).filter((file) => /^licen[cs]e/i.test(file));
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
      return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join("\n\n");
    }),
  );
  const head = "The window of the local workspace contains these packages, each under its own licence.";
  return [head, ...parts].join(`\n\n${"-".repeat(72)}\n\n`) + "\n";
}

const settings = {
  entryPoints: { window: "source/main.tsx" },
  outdir: STATIC,
  bundle: true,
  minify: true,
  metafile: true,
  format: "iife",
  target: ["es2022", "chrome111", "firefox114", "safari16.4"],
  jsx: "automatic",
  legalComments: "none", // LICENSES.txt has them whole
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [manyMessages],
  logLevel: "warning",
};

await rm(STATIC, { recursive: true, force: true });
await mkdir(STATIC, { recursive: true });
await cp("source/index.html", join(STATIC, "index.html"));
if (process.argv.includes("--watch")) {
  const watched = await context({ ...settings, minify: false, sourcemap: "inline" });
  await watched.watch();
} else {
  const { metafile } = await build(settings);
  await writeFile(join(STATIC, "LICENSES.txt"), await licences(metafile));
}
