/**
 * The gallery as an element of its own: alone in a document, or on the page of the inspector, whose code has no part in
 * it.
 */
class GalleryElement extends HTMLElement {
  #leave: Promise<() => void> | null = null
  connectedCallback() {
    this.#leave = import('./mount.tsx').then(({ mountGallery }) => mountGallery(this, this.hasAttribute('alone')))
  }
  disconnectedCallback() {
    void this.#leave?.then((leave) => leave())
  }
}
customElements.define('kontor-gallery', GalleryElement)
