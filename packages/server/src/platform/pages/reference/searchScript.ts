/** The script of the reference's first page: shows the entries that hold every word of the field. `/` leads to the field. */
export const searchScript = `
const form = document.getElementById("search")
const field = document.getElementById("query")
const status = form.querySelector("[role=status]")
const sections = [...document.querySelectorAll("section.index")].map((section) => ({
  section,
  title: section.querySelector("h2").textContent.toLowerCase(),
  entries: [...section.querySelectorAll("li")].map((entry) => ({ entry, text: (entry.id + " " + entry.textContent).toLowerCase() }))
}))
const search = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "")
  let found = 0
  for (const { entries, section, title } of sections) {
    let here = 0
    for (const { entry, text } of entries) {
      const fits = words.every((word) => text.includes(word) || title.includes(word))
      entry.hidden = !fits
      if (fits) here++
    }
    section.hidden = here === 0
    found += here
  }
  status.textContent = words.length === 0 ? "" : found === 0 ? "Nothing has these words." : found + " found"
}
form.hidden = false
form.addEventListener("submit", (event) => {
  event.preventDefault()
  document.querySelector("section.index:not([hidden]) li:not([hidden]) a")?.click()
})
field.addEventListener("input", search)
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === field || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  field.focus()
})
search()
`
