import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"
import { firstScript } from "./firstScript.ts"

/** Which style wins, as kit/base.css says. Whatever file comes first has to say it: the order is that of the first mention. */
const layerOrder: Plugin = {
  name: "layer-order",
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle))
      if (file.type === "asset" && file.fileName.endsWith(".css"))
        file.source = `@layer reset,tokens,base,kit,screens;${String(file.source)}`
  }
}

/** What so many pages share is in one file. */
const sharedBy = 4

/** Every file but the page itself has a hash in its name: the service lets browsers keep it for ever. */
// A test's or a developer's environment must not decide what browsers are sent: React has a build for each.
process.env.NODE_ENV = "production"

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  plugins: [react(), layerOrder, firstScript()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsDir: "assets",
    // A data: URL in a style or a script is a request that the content policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Each file costs a slow computer some 20 ms: a page is made of few. What only a few pages share is cut by who needs it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "shell", tags: ["$initial"], priority: 2 },
            { name: "pages", minShareCount: sharedBy }
          ]
        }
      }
    },
    target: "es2024",
    cssTarget: "chrome123",
    reportCompressedSize: false
  }
})
