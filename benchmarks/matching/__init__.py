"""What `make bench` is made of: a library of any size, the engines, the measures, the page."""
