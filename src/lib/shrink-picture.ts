/** Enough to read a document or a bank slip. */
const maxSide = 2400
const quality = 0.86
/** A picture below this size is sent as it is. */
const smallBytes = 600_000

/**
 * A large photo as a smaller JPEG; the file itself when it is small, cannot be decoded here, or would not get smaller.
 */
export const shrinkPicture = async (file: File): Promise<File> => {
  if (
    file.size < smallBytes ||
    typeof createImageBitmap !== 'function' ||
    !/^image\/(?:jpeg|png|webp|heic|heif)$/.test(file.type)
  )
    return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    const paper = canvas.getContext('2d')
    if (paper === null) return file
    // Transparent parts become white, as on paper.
    paper.fillStyle = 'white'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob === null || blob.size >= file.size) return file
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
  } catch {
    return file
  }
}
