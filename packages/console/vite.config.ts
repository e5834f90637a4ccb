import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

/** Every file but the page itself has a hash in its name: the service lets browsers keep it for ever. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  plugins: [react()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsDir: "assets",
    // A data: URL in a style or a script is a request that the content policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2024",
    cssTarget: "chrome123",
    reportCompressedSize: false
  }
})
