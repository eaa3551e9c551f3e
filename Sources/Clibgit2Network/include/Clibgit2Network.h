// Declares nothing: the target exists only for what it links.
