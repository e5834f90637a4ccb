import type { WebSocketConstructor } from "./Connection.ts"

interface Modules {
  readonly createRequire: (from: string) => (name: string) => { readonly WebSocket: WebSocketConstructor }
}

/**
 * The WebSocket of the package `ws`, for Node 20, which has none of its own: as the program that runs, or one
 * in its folder, finds it. Undefined where it is not installed, and outside of Node. Bundlers see no import, nor an
 * `import.meta` that classic scripts lack, so pages carry none of it.
 */
export const installedWebSocket = (): WebSocketConstructor | undefined => {
  const { process } = globalThis as {
    process?: { argv: ReadonlyArray<string>; cwd(): string; getBuiltinModule?(name: string): unknown }
  }
  const modules = process?.getBuiltinModule?.("node:module") as Modules | undefined
  if (process === undefined || modules === undefined) return undefined
  for (const from of [process.argv[1] ?? "", `${process.cwd()}/package.json`]) {
    try {
      return modules.createRequire(from)("ws").WebSocket
    } catch {
      // It is not installed there.
    }
  }
  return undefined
}
