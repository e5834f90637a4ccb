import { HighlightStyle, syntaxHighlighting } from "@codemirror/language"
import { EditorView, highlightSpecialChars } from "@codemirror/view"
import { tags } from "@lezer/highlight"
import { visible } from "../../../kit/visible.ts"

const highlight = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--code-key)" },
  { tag: [tags.string, tags.content, tags.attributeValue], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: "var(--code-number)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--code-comment)" },
  { tag: [tags.labelName, tags.typeName, tags.meta], color: "var(--code-param)" },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: "var(--text-2)" }
])

/** The editor's look, from the tokens alone: it follows the theme by itself. */
const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--sunken)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--mono)",
    lineHeight: "1.3125rem",
    fontFeatureSettings: '"calt" 0',
    overflow: "auto"
  },
  ".cm-content": { padding: "0.5rem 0 6rem", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 1rem 0 0.5rem" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in oklab, var(--accent) 22%, transparent)"
  },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--text-3)", border: "0", paddingInlineStart: "0" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 0.5rem 0 0.75rem", minWidth: "2.75rem", fontSize: "0.75rem" },
  ".cm-activeLine": { backgroundColor: "var(--hover)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-changes": { width: "3px" },
  ".cm-changes .cm-gutterElement": { width: "3px", padding: "0" },
  ".cm-change-added": { backgroundColor: "var(--ok)" },
  ".cm-change-changed": { backgroundColor: "var(--accent)" },
  ".cm-change-removed": { boxShadow: "inset 0 2px var(--bad)" },
  ".cm-bad-line": { backgroundColor: "color-mix(in oklab, var(--bad) 8%, transparent)" },
  ".cm-warn-line": { backgroundColor: "color-mix(in oklab, var(--warn) 9%, transparent)" },
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--bad) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--warn) 1.5px", textUnderlineOffset: "3px" },
  ".cm-parameter": { color: "var(--code-param)" },
  ".cm-number": { color: "var(--code-number)" },
  ".cm-parameter *, .cm-number *": { color: "inherit" },
  ".cm-tooltip": {
    background: "var(--raised)",
    color: "var(--text)",
    border: "0",
    borderRadius: "var(--r-3)",
    boxShadow: "var(--shadow-2)",
    font: "var(--w-text) var(--t-13) var(--sans)",
    maxWidth: "24rem",
    overflow: "hidden"
  },
  ".cm-hint": { padding: "0.5rem 0.75rem", display: "grid", gap: "0.25rem" },
  ".cm-hint code": { fontFamily: "var(--mono)", fontSize: "0.75rem" },
  ".cm-hint .quiet": { color: "var(--text-2)", fontSize: "0.75rem" },
  ".cm-diagnostic": {
    padding: "0.5rem 0.75rem",
    borderLeft: "3px solid transparent",
    whiteSpace: "normal",
    overflowWrap: "anywhere"
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--mono)",
    fontSize: "0.8125rem",
    maxHeight: "15rem",
    padding: "0.25rem"
  },
  ".cm-tooltip-autocomplete > ul > li": {
    padding: "0.25rem 0.5rem !important",
    borderRadius: "var(--r-1)",
    display: "flex",
    gap: "1rem",
    color: "var(--text-2)"
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--selected)", color: "var(--text)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700", color: "var(--accent-text)" },
  ".cm-completionDetail": {
    marginInlineStart: "auto",
    fontStyle: "normal",
    color: "var(--text-3)",
    font: "var(--w-text) var(--t-12) var(--sans)",
    overflow: "hidden",
    textOverflow: "ellipsis",
    maxWidth: "14rem",
    whiteSpace: "nowrap"
  },
  ".cm-completionInfo": {
    padding: "0.5rem 0.75rem",
    font: "var(--w-text) var(--t-12) var(--sans)",
    color: "var(--text-2)",
    maxWidth: "18rem"
  },
  ".cm-panels": { background: "var(--raised)", color: "var(--text)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { font: "var(--w-text) var(--t-13) var(--sans)", padding: "0.5rem 1rem" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button": { font: "inherit", color: "inherit" },
  ".cm-textfield": {
    background: "var(--input-bg)",
    border: "1px solid var(--edge)",
    borderRadius: "var(--r-2)",
    padding: "0.25rem 0.5rem"
  },
  ".cm-button": {
    background: "var(--button-bg)",
    backgroundImage: "none",
    border: "1px solid var(--button-edge)",
    borderRadius: "var(--r-2)",
    padding: "0.25rem 0.5rem"
  },
  ".cm-searchMatch": { backgroundColor: "color-mix(in oklab, var(--warn) 30%, transparent)" },
  ".cm-searchMatch-selected": { backgroundColor: "color-mix(in oklab, var(--warn) 55%, transparent)" },
  ".cm-foldGutter .cm-gutterElement": { color: "var(--text-3)", cursor: "pointer" },
  ".cm-foldPlaceholder": { background: "var(--pressed)", border: "0", color: "var(--text-2)", padding: "0 0.375rem" },
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": {
    backgroundColor: "color-mix(in oklab, var(--bad) 9%, transparent)"
  },
  "&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine": {
    backgroundColor: "color-mix(in oklab, var(--ok) 7%, transparent)"
  },
  "&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText": {
    background: "color-mix(in oklab, var(--bad) 12%, transparent)"
  },
  "&.cm-merge-b .cm-changedText": { background: "color-mix(in oklab, var(--ok) 14%, transparent)" },
  ".cm-specialChar": { color: "var(--warn-text)" },
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: "none" },
  "&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter": { background: "var(--bad)" },
  "&.cm-merge-b .cm-changedLineGutter": { background: "var(--ok)" },
  ".cm-collapsedLines": {
    background: "var(--panel)",
    color: "var(--text-2)",
    padding: "0.25rem 1rem",
    font: "var(--w-text) var(--t-12) var(--sans)",
    backgroundImage: "none"
  }
})

/** Characters that turn others round, or hide, are shown as their code. */
const hidden = highlightSpecialChars({
  addSpecialChars: /[\u061c\u202a-\u202c\u2068]/g,
  render: (code) => {
    const element = document.createElement("span")
    element.className = "cm-specialChar"
    element.textContent = visible(String.fromCodePoint(code))
    return element
  }
})

export const look = [theme, syntaxHighlighting(highlight), hidden]
