/** Offers a file for saving, as the browser does with a download. */
export const saveFile = (file: File) => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // Some browsers read the link after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
