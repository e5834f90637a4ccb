/** The module of what can be copied: shows its button where the browser lets it write to the clipboard. */
export const copyScript = `
for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue
  button.hidden = false
  const status = document.querySelector("[role=status]")
  button.addEventListener("click", async () => {
    const { copy, done, failed } = button.dataset
    try {
      await navigator.clipboard.writeText(copy)
      status.textContent = done
    } catch {
      status.textContent = failed
    }
  })
}
`
