import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin"

/** What is asked of a place in the syntax tree; Stryker passes Babel's paths, whose types are not installed. */
interface Place {
  readonly listKey?: string
  readonly parent?: {
    readonly type: string
    readonly callee?: { readonly type: string; readonly property?: { readonly name?: string } }
  }
}

/** What a schema says for the documents is not broken here: the generated documents are compared with those committed. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, "annotations", {
    shouldIgnore(path) {
      const { listKey, parent } = path as unknown as Place
      const isAnnotation =
        listKey === "arguments" && parent?.type === "CallExpression" && parent.callee?.property?.name === "annotate"
      return isAnnotation ? "It is for the documents." : undefined
    }
  })
]
