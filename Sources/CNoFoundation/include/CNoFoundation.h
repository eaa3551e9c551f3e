// Nothing is called from Swift.
